-- wrk: exchanges, each code once. Arguments: file of codes, client_id, client_secret, redirect_uri.
local codes, head = {}, 1
good, bad, first = 0, 0, ""

function init(args)
  limit = dofile(os.getenv("BENCH_SUMMARY")).createLimit()
  for line in io.lines(args[1]) do codes[#codes + 1] = line end
  before = '{"grant_type":"authorization_code","client_id":"' .. args[2] .. '","client_secret":"' .. args[3]
    .. '","redirect_uri":"' .. args[4] .. '","code":"'
end

function setup(thread)
  threads = threads or {}
  threads[#threads + 1] = thread
end

function request()
  local code = codes[head] or "none"
  head = head + 1
  local body = before .. code .. '"}'
  return "POST /api/v1/oauth/token HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: " .. #body .. "\r\n\r\n" .. body
end

function response(status, headers, body)
  if status == 200 and string.find(body, '"refresh_token":"', 1, true) then
    good = good + 1
  else
    bad = bad + 1
    first = head > #codes + 1 and "the codes have run out" or status .. " " .. tostring(body)
  end
  limit(good + bad)
end

function done(summary, latency)
  dofile(os.getenv("BENCH_SUMMARY")).printSummary(threads, summary, latency)
end

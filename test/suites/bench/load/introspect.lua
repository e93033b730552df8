-- wrk: introspection over HTTP, one access token after another. Arguments: file of tokens, authorization or none, path, what follows the token.
local tokens, at = {}, 0
good, bad, first = 0, 0, ""

function init(args)
  limit = dofile(os.getenv("BENCH_SUMMARY")).createLimit()
  for line in io.lines(args[1]) do tokens[#tokens + 1] = line end
  rest = args[4] or ""
  local authorization = args[2] == "none" and "" or "\r\nauthorization: " .. args[2]
  head = "POST " .. args[3] .. " HTTP/1.1\r\nhost: localhost" .. authorization .. "\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: "
end

function setup(thread)
  threads = threads or {}
  threads[#threads + 1] = thread
end

function request()
  at = at % #tokens + 1
  local body = "token=" .. tokens[at] .. rest
  return head .. #body .. "\r\n\r\n" .. body
end

function response(status, headers, body)
  if status == 200 and string.find(body, '"active":true', 1, true) and string.find(body, '"scope":"', 1, true) then
    good = good + 1
  else
    bad = bad + 1
    first = status .. " " .. tostring(body)
  end
  limit(good + bad)
end

function done(summary, latency)
  dofile(os.getenv("BENCH_SUMMARY")).printSummary(threads, summary, latency)
end

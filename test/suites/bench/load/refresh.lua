-- wrk: refreshes, each family's newest token once. Arguments: file of refresh tokens, client_id, client_secret, mean pause in ms (0: none).
-- wrk does not say which connection a request is for, so a family is whoever's turn it is; its token is always the newest, and
-- never two requests of one family are under way.
local tokens, head, tail = {}, 1, 0
local mean = 0
good, bad, first = 0, 0, ""

function init(args)
  limit = dofile(os.getenv("BENCH_SUMMARY")).createLimit()
  for line in io.lines(args[1]) do
    tail = tail + 1
    tokens[tail] = line
  end
  before = '{"grant_type":"refresh_token","client_id":"' .. args[2] .. '","client_secret":"' .. args[3] .. '","refresh_token":"'
  mean = tonumber(args[4])
  path = args[5]
  form = args[6] == "form"
  if form then
    before = "grant_type=refresh_token&client_id=" .. args[2] .. "&client_secret=" .. args[3] .. "&refresh_token="
  end
  if mean == 0 then delay = nil end
end

function setup(thread)
  threads = threads or {}
  threads[#threads + 1] = thread
end

-- A random pause with an exponential distribution, so that requests arrive as from many callers who know nothing of each other.
function delay()
  return -mean * math.log(1 - math.random()) + 0.5
end

function request()
  local token = tokens[head]
  if token == nil then
    bad = bad + 1
    first = "no family is left"
    token = "none"
  else
    tokens[head] = nil
    head = head + 1
  end
  local body = before .. token .. (form and "" or '"}')
  local type = form and "application/x-www-form-urlencoded" or "application/json"
  return "POST " .. path .. " HTTP/1.1\r\nhost: localhost\r\ncontent-type: " .. type .. "\r\ncontent-length: " .. #body .. "\r\n\r\n" .. body
end

function response(status, headers, body)
  local token = status == 200 and string.find(body, '"access_token":"', 1, true) and string.match(body, '"refresh_token":"([^"]+)"')
  if token then
    tail = tail + 1
    tokens[tail] = token
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

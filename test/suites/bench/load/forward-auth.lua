-- wrk: forward authentication, one access token after another. Arguments: file of tokens, service key, path.
local tokens, at = {}, 0
good, bad, first = 0, 0, ""

function init(args)
  limit = dofile(os.getenv("BENCH_SUMMARY")).createLimit()
  for line in io.lines(args[1]) do tokens[#tokens + 1] = line end
  head = "GET " .. args[3] .. " HTTP/1.1\r\nhost: localhost\r\nx-service-key: " .. args[2] .. "\r\nauthorization: Bearer "
end

function setup(thread)
  threads = threads or {}
  threads[#threads + 1] = thread
end

function request()
  at = at % #tokens + 1
  return head .. tokens[at] .. "\r\n\r\n"
end

function response(status, headers, body)
  if status == 200 and headers["x-merchant-id"] and headers["x-scopes"] then
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

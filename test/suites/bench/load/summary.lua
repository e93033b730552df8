-- A function that ends the load at BENCH_RESPONSES responses, if that is set.
local function createLimit()
  local most = tonumber(os.getenv("BENCH_RESPONSES"))
  return function(count)
    if most and count >= most then wrk.thread:stop() end
  end
end

-- Prints the results of a script in one line for programs.
local function printSummary(threads, summary, latency)
  local good, bad, first = 0, 0, ""
  for _, thread in ipairs(threads) do
    good = good + thread:get("good")
    bad = bad + thread:get("bad")
    if thread:get("first") ~= "" then first = thread:get("first") end
  end
  local e = summary.errors
  local broken = e.connect + e.read + e.write + e.timeout
  if broken > 0 and first == "" then
    first = string.format("broken connections: connect %d, read %d, write %d, timeout %d", e.connect, e.read, e.write, e.timeout)
  end
  print(string.format("BENCH %d %d %d %d %d %d %s", good, bad, broken, summary.duration, latency:percentile(50), latency:percentile(99), first))
end

return { createLimit = createLimit, printSummary = printSummary }

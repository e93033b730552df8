-- Asks Latchkey about a request. Replace the address, the service key and the scope.
local url = "http://127.0.0.1:8081/forward-auth?scope=orders:read"
local service_key = "lk_sk_REPLACE"
local variables = {
  ["www-authenticate"] = "txn.challenge",
  ["x-merchant-id"] = "txn.merchant_id",
  ["x-client-id"] = "txn.client_id",
  ["x-installation-id"] = "txn.installation_id",
  ["x-scopes"] = "txn.scopes",
}

core.register_action("forward-auth", { "http-req" }, function(txn)
  local headers = { ["x-service-key"] = { service_key } }
  -- All values, so that a repeated header is refused. HAProxy counts them from 0.
  for _, value in pairs(txn.http:req_get_headers()["authorization"] or {}) do
    headers["authorization"] = headers["authorization"] or {}
    table.insert(headers["authorization"], value)
  end
  -- In milliseconds; HAProxy tries four times.
  local answer = core.httpclient():get({ url = url, headers = headers, timeout = 500 })
  txn:set_var("txn.status", answer and tostring(answer.status) or "503")
  for name, values in pairs(answer and answer.headers or {}) do
    local variable = variables[name:lower()]
    if variable then txn:set_var(variable, values[0]) end
  end
end)

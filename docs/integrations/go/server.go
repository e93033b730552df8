// An API that requires an access token with a scope. Settings: INTROSPECTION_URL, SERVICE_KEY, PORT.
package main

import (
	"encoding/json"
	"log"
	"net/http"
	"os"
	"strings"
)

// requireScope answers 401, 403 or 503 unless the request has an active token with the scope.
func requireScope(scope string, handle func(http.ResponseWriter, *http.Request, grant)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		deny := func(status int, parameters string) {
			w.Header().Set("WWW-Authenticate", `Bearer realm="api"`+parameters)
			w.WriteHeader(status)
		}
		token := bearer.FindStringSubmatch(strings.Join(r.Header.Values("Authorization"), ","))
		if token == nil {
			deny(401, "")
		} else if g, ok := introspect(token[1]); !ok {
			w.Header().Set("Retry-After", "1")
			w.WriteHeader(503)
		} else if !g.Active {
			deny(401, `, error="invalid_token"`)
		} else if !strings.Contains(" "+g.Scope+" ", " "+scope+" ") {
			deny(403, `, error="insufficient_scope", scope="`+scope+`"`)
		} else {
			handle(w, r, g)
		}
	}
}

func main() {
	http.HandleFunc("/orders", requireScope("orders:read", func(w http.ResponseWriter, r *http.Request, g grant) {
		json.NewEncoder(w).Encode(map[string]string{"merchant": g.MerchantID})
	}))
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil))
}

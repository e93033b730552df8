package main

import (
	"encoding/json"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strings"
	"time"
)

var latchkey = http.Client{Timeout: 2 * time.Second}
var bearer = regexp.MustCompile(`^(?i:bearer) +([\w.~+/-]+=*)$`)

// The fields of an introspection that this API uses.
type grant struct {
	Active     bool
	Scope      string
	MerchantID string `json:"merchant_id"`
}

func introspect(token string) (g grant, ok bool) {
	body := strings.NewReader(url.Values{"token": {token}}.Encode())
	request, err := http.NewRequest("POST", os.Getenv("INTROSPECTION_URL"), body)
	if err != nil {
		return g, false
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	// Any user name: the service key authenticates.
	request.SetBasicAuth("orders-api", os.Getenv("SERVICE_KEY"))
	answer, err := latchkey.Do(request)
	if err != nil {
		return g, false
	}
	defer answer.Body.Close()
	err = json.NewDecoder(answer.Body).Decode(&g)
	return g, err == nil && answer.StatusCode == 200
}

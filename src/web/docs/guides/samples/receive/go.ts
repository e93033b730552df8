import type { WriteProgram } from "../../../content.ts";

/** A receiver for Go with the module of Standard Webhooks. */
export const receiveInGo: WriteProgram = () => `package main

import (
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

func main() {
	webhook, err := standardwebhooks.NewWebhook(os.Getenv("WEBHOOK_SECRET"))
	if err != nil {
		log.Fatal(err)
	}
	http.HandleFunc("/", func(response http.ResponseWriter, request *http.Request) {
		var event struct {
			Type string
			Data json.RawMessage
		}
		body, err := io.ReadAll(request.Body)
		if err == nil {
			err = webhook.Verify(body, request.Header)
		}
		if err == nil {
			err = json.Unmarshal(body, &event)
		}
		if err != nil {
			response.WriteHeader(http.StatusBadRequest)
			return
		}
		fmt.Println(event.Type, string(event.Data))
		response.WriteHeader(http.StatusNoContent)
	})
	log.Fatal(http.ListenAndServe(":"+os.Getenv("PORT"), nil))
}`;

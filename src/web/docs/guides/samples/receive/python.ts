import type { WriteProgram } from "../../../content.ts";

/** A receiver for Python 3 with the package `standardwebhooks`. */
export const receiveInPython: WriteProgram = () => `import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from standardwebhooks import Webhook, WebhookVerificationError

webhook = Webhook(os.environ["WEBHOOK_SECRET"])


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        try:
            event = webhook.verify(body, dict(self.headers))
            print(event["type"], event["data"])
            self.send_response(204)
        except WebhookVerificationError:
            self.send_response(400)
        self.end_headers()


ThreadingHTTPServer(("", int(os.environ["PORT"])), Handler).serve_forever()`;

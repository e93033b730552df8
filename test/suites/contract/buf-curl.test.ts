import { openBufCurl } from "./buf-curl.ts";
import { contractSuite } from "./suite.ts";

contractSuite([{ name: "buf curl", network: true, process: true, streams: false, open: openBufCurl }]);

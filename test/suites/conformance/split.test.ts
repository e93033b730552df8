import { conformance } from "./suite.ts";

conformance("split");

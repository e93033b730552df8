import { conformance } from "./suite.ts";

conformance("all");

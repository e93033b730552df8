import { CALLERS } from "./callers.ts";
import { contractSuite } from "./suite.ts";

contractSuite(CALLERS);

import type { WriteProgram } from "../../../content.ts";
import { quote } from "../../../quickstart/samples/curl.ts";
import { linesOf } from "../../../quickstart/samples/sample.ts";

/** A shell script that verifies a request by hand, with openssl. */
export const verifyWithOpenssl: WriteProgram = (_client, { verify: texts }) =>
  linesOf(
    "set -eu",
    `# ${texts.request}`,
    "ID=019af0c2-7d5e-7f11-9a4b-0d8f4f3f2b10",
    "TIMESTAMP=1795388406",
    "SIGNATURES='v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='",
    "",
    `KEY=$(printf %s "\${WEBHOOK_SECRET#whsec_}" |`,
    String.raw`  openssl base64 -d -A | od -An -v -tx1 | tr -d ' \n')`,
    `# ${texts.visible}`,
    "SIGNED=$(",
    `  { printf '%s.%s.' "$ID" "$TIMESTAMP"; cat body.json; } |`,
    "  openssl dgst -sha256 -mac HMAC \\",
    '    -macopt "hexkey:$KEY" -binary | openssl base64 -A)',
    'case " $SIGNATURES " in',
    `*" v1,$SIGNED "*) echo ${quote(texts.valid)} ;;`,
    `*) echo ${quote(texts.invalid)} >&2; exit 1 ;;`,
    "esac",
  );

// From CommonJS: by require where Node can, else by import().
const [major, minor] = process.versions.node.split(".").map(Number);
const requires = major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19);

async function main() {
  const { createIntrospector } = requires ? require("@latchkey/client") : await import("@latchkey/client");
  const { LATCHKEY_URL, INTROSPECT_KEY, ACCESS_TOKEN } = process.env;
  const introspector = createIntrospector({ url: LATCHKEY_URL, key: INTROSPECT_KEY });
  const grant = await introspector.introspect(ACCESS_TOKEN);
  introspector.close();
  console.log(grant.merchantId);
}
main();

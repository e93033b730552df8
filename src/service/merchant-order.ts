/** A merchant as the lists of an account show it. */
interface NamedMerchant {
  merchantId: string;
  name: string;
}

const { compare } = new Intl.Collator("en");

/** Orders merchants by name as in a dictionary, and merchants of the same name by id. */
export function compareMerchants(a: NamedMerchant, b: NamedMerchant): number {
  return compare(a.name, b.name) || (a.merchantId < b.merchantId ? -1 : 1);
}

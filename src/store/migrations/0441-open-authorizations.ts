import { Migration } from "@mikro-orm/migrations";

/** Where an authorization request came from, and the index by which those of one address are counted while nobody has signed in for them. */
export class OpenAuthorizations extends Migration {
  override up(): void {
    this.addSql(`
      alter table "interaction" add column "address" text null;
      create index "interaction_open_address" on "interaction" ("address", "expires_at") where account_id is null and used_at is null;`);
  }
}

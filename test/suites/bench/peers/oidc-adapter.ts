import type { Adapter, AdapterPayload } from "oidc-provider";
import type pg from "pg";

export const TABLE = `
  create table oidc_model (
    type text not null, id text not null, payload jsonb not null, grant_id text, user_code text, uid text,
    expires_at timestamptz, consumed_at timestamptz, primary key (type, id));
  create index oidc_model_grant on oidc_model (grant_id);
  create index oidc_model_uid on oidc_model (uid) where uid is not null;
  create index oidc_model_user_code on oidc_model (user_code) where user_code is not null`;

const COLUMNS = "payload, expires_at < now() as expired, extract(epoch from consumed_at)::int as consumed";

interface Row {
  payload: AdapterPayload;
  expired: boolean | null;
  consumed: number | null;
}

/** The storage of node-oidc-provider as its documentation describes it. Each operation is a prepared statement that uses an index. */
export class PostgresAdapter implements Adapter {
  readonly #type: string;
  readonly #pool: pg.Pool;

  constructor(type: string, pool: pg.Pool) {
    this.#type = type;
    this.#pool = pool;
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn: number | undefined): Promise<undefined> {
    const text = `
      insert into oidc_model (type, id, payload, grant_id, user_code, uid, expires_at)
      values ($1, $2, $3, $4, $5, $6, now() + $7 * interval '1 second')
      on conflict (type, id) do update set payload = excluded.payload, grant_id = excluded.grant_id, user_code = excluded.user_code,
        uid = excluded.uid, expires_at = excluded.expires_at`;
    const { grantId = null, userCode = null, uid = null } = payload;
    await this.#run("upsert", text, [id, JSON.stringify(payload), grantId, userCode, uid, expiresIn ?? null]);
  }

  find(id: string): Promise<AdapterPayload | undefined> {
    return this.#findBy("id", id);
  }

  findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    return this.#findBy("user_code", userCode);
  }

  findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#findBy("uid", uid);
  }

  async consume(id: string): Promise<undefined> {
    await this.#run("consume", "update oidc_model set consumed_at = now() where type = $1 and id = $2", [id]);
  }

  async destroy(id: string): Promise<undefined> {
    await this.#run("destroy", "delete from oidc_model where type = $1 and id = $2", [id]);
  }

  async revokeByGrantId(grantId: string): Promise<undefined> {
    await this.#run("revoke", "delete from oidc_model where type = $1 and grant_id = $2", [grantId]);
  }

  async #findBy(column: "id" | "uid" | "user_code", value: string): Promise<AdapterPayload | undefined> {
    const text = `select ${COLUMNS} from oidc_model where type = $1 and ${column} = $2`;
    const [row] = await this.#run(`find-by-${column}`, text, [value]);
    if (row === undefined || row.expired === true) return undefined;
    return row.consumed === null ? row.payload : { ...row.payload, consumed: row.consumed };
  }

  async #run(name: string, text: string, values: unknown[]): Promise<Row[]> {
    const { rows } = await this.#pool.query<Row>({ name, text, values: [this.#type, ...values] });
    return rows;
  }
}

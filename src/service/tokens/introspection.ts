/** The introspection response of RFC 7662. Timestamps and `validFor` are in microseconds. */
export type Introspection =
  | { active: false }
  | {
      active: true;
      scopes: string[];
      clientId: string;
      merchantId: string;
      installationId: string;
      installationVersion: number;
      accountId: string;
      familyId: string;
      tokenId: string;
      tokenKind: "access" | "refresh";
      issuedAt: number;
      expiresAt: number;
      validFor: number;
      issuer: string;
      /** The merchant is a test merchant. */
      test: boolean;
    };

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
      /**
       * The encoded response without `validFor`, in Latin-1, of a cached token: null until a transport sets it. A string takes half the
       * memory of a small array of bytes. Absent if the token is not cached.
       */
      encoded?: string | null | undefined;
    };

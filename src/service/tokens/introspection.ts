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
      /** True for a token of a test merchant. */
      test: boolean;
      /**
       * The encoded response without `validFor`, one character per byte. Null until a transport sets it; absent if the token is not cached.
       * A string takes half the memory of a small byte array.
       */
      encoded?: string | null | undefined;
    };

import { Type, type TypeOf } from '../../../contract/json-schema.ts';

const bytes = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^[\\w-]+$' });
const common = { id: bytes(1400), rawId: bytes(1400), type: Type.String({ enum: ['public-key'] }) } as const;

/** The answer of a passkey to a challenge: `PublicKeyCredential.toJSON()` in the browser. */
export const assertion = Type.Object({
  ...common,
  response: Type.Object({
    clientDataJSON: bytes(4000),
    authenticatorData: bytes(4000),
    signature: bytes(4000),
    userHandle: Type.Optional(Type.Nullable(Type.String({ maxLength: 100 }))),
  }),
});

/** A new passkey, in the same form. */
export const attestation = Type.Object({
  ...common,
  response: Type.Object({
    clientDataJSON: bytes(4000),
    attestationObject: bytes(20_000),
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 30 }), { maxItems: 10 })),
  }),
});

export type Assertion = TypeOf<typeof assertion>;
export type Attestation = TypeOf<typeof attestation>;

import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** What a page of the server asks a passkey. */
export interface Asked {
  readonly challenge: string;
}

interface Circumstances {
  readonly origin?: string;
  readonly domain?: string;
  /** Added to the counter at each use; 0 for authenticators that do not count. */
  readonly step?: number;
  readonly isVerified?: boolean;
  readonly type?: string;
}

const UP = 0x01;
const UV = 0x04;
const AT = 0x40;

/** An authenticator of WebAuthn in software, with one ES256 passkey. Clones share the key and begin at the same counter. */
export class Authenticator {
  readonly id = randomBytes(32);
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #origin: string;
  counter: number;

  constructor(origin = 'https://quire.test', counter = 0) {
    this.#origin = origin;
    this.counter = counter;
  }

  /** Creates the passkey, as `navigator.credentials.create` does. */
  register({ challenge }: Asked, { domain, isVerified = true, ...more }: Circumstances = {}, fmt = 'none') {
    const { x, y } = this.#keys.publicKey.export({ format: 'jwk' });
    const key = cbor(
      new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(String(x), 'base64url')],
        [-3, Buffer.from(String(y), 'base64url')],
      ]),
    );
    const attested = Buffer.concat([Buffer.alloc(16), length16(this.id), this.id, key]);
    const flags = UP | AT | (isVerified ? UV : 0);
    const authData = Buffer.concat([this.#head(flags, domain), attested]);
    const object = new Map<string, Cbor>([
      ['fmt', fmt],
      ['attStmt', fmt === 'none' ? new Map() : new Map<string, Cbor>([['x5c', [Buffer.alloc(8)]]])],
      ['authData', authData],
    ]);
    const response = {
      clientDataJSON: this.#clientData('webauthn.create', challenge, more),
      attestationObject: cbor(object).toString('base64url'),
      transports: ['internal'],
    };
    return { ...this.#named(), response };
  }

  /** Answers a challenge, as `navigator.credentials.get` does. */
  answer({ challenge }: Asked, { domain, step = 1, isVerified = true, ...more }: Circumstances = {}) {
    this.counter += step;
    const authData = this.#head(UP | (isVerified ? UV : 0), domain);
    const clientDataJSON = this.#clientData('webauthn.get', challenge, more);
    const digest = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest();
    const signature = sign('sha256', Buffer.concat([authData, digest]), this.#keys.privateKey);
    const response = {
      clientDataJSON,
      authenticatorData: authData.toString('base64url'),
      signature: signature.toString('base64url'),
    };
    return { ...this.#named(), response };
  }

  #named() {
    const id = this.id.toString('base64url');
    return { id, rawId: id, type: 'public-key' };
  }

  #head(flags: number, domain = new URL(this.#origin).hostname): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([createHash('sha256').update(domain).digest(), Buffer.from([flags]), counter]);
  }

  #clientData(
    type: string,
    challenge: string,
    { origin = this.#origin, type: other }: Circumstances,
  ): string {
    const text = JSON.stringify({ type: other ?? type, challenge, origin, crossOrigin: false });
    return Buffer.from(text).toString('base64url');
  }
}

type Cbor = number | string | Buffer | readonly Cbor[] | ReadonlyMap<Cbor, Cbor>;

/** CBOR (RFC 8949), as far as passkeys need it. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (value instanceof Map)
    return Buffer.concat([
      head(5, value.size),
      ...[...value].flatMap(([key, one]) => [cbor(key), cbor(one)]),
    ]);
  const items = [...(value as readonly Cbor[])]; // what is left is an array
  return Buffer.concat([head(4, items.length), ...items.map(cbor)]);
}

function head(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size]);
  if (size < 256) return Buffer.from([(major << 5) | 24, size]);
  return Buffer.from([(major << 5) | 25, size >> 8, size & 255]);
}

function length16({ length }: Buffer): Buffer {
  return Buffer.from([length >> 8, length & 255]);
}

/**
 * Where the metadata of an item is, by the URI that its contract names
 * (`tokenURI` of ERC-721, `uri` of ERC-1155): in the URI itself, on IPFS, on
 * Arweave, or at a host. The contract's maker chose it, so it is untrusted.
 */
import { wordDigits } from '../chain/hex';
import { isLoopback } from '../values/loopback';

export type TokenUri =
  /** `data:` — what it holds. */
  | { at: 'inline'; type: string; bytes: Uint8Array }
  /** A content id and a path below it. */
  | { at: 'ipfs' | 'arweave'; path: string }
  | { at: 'host'; url: string }
  /** One sentence on why it is not followed. */
  | { at: 'nowhere'; reason: string };

/** Characters of a URI that is read; metadata and picture may be in it whole. */
const MAX_URI = 4_000_000;
/** Characters of a URI that leads elsewhere, at most. */
const MAX_REMOTE = 2_000;
/** IPFS and Arweave: a content id, and a path of harmless characters. */
const CONTENT = /^[A-Za-z0-9_-]{32,128}(\/[\w\-.~!$&'()*+,;=:@%/ ]*)?$/;

declare const atob: (text: string) => string;
declare const TextEncoder: new () => { encode(text: string): Uint8Array };
declare const URL: (new (url: string) => ParsedUrl) & { canParse(url: string): boolean };
type ParsedUrl = {
  protocol: string;
  hostname: string;
  username: string;
  password: string;
  href: string;
  pathname: string;
};

/** `{id}` of ERC-1155 is the id as 64 hex digits in lower case, without 0x (EIP-1155, "Metadata"). */
export function withTokenId(uri: string, tokenId: bigint): string {
  return uri.replaceAll('{id}', wordDigits(tokenId));
}

/** Parses where a URI leads. `ofLocalChain`: the node of its chain runs on this machine, whose other servers may be asked then, as development has them. */
export function parseTokenUri(text: string, ofLocalChain = false): TokenUri {
  const uri = text.trim();
  if (uri === '') return nowhere('The contract states no location for it.');
  if (uri.length > MAX_URI) return nowhere('The contract states a location that is too long to be read.');
  if (/^data:/i.test(uri)) return parseDataUri(uri);
  if (uri.length > MAX_REMOTE) return nowhere('The contract states a location that is too long for a URL.');
  if (ofLocalChain && /^https?:/i.test(uri) && isLoopback(uri)) return parseHost(uri, true);
  const [, scheme = '', rest = ''] = /^([a-z][a-z0-9+.-]*):\/{0,2}(.*)$/i.exec(uri) ?? [];
  switch (scheme.toLowerCase()) {
    case 'ipfs':
      return content('ipfs', rest.replace(/^(?:ipfs\/)+/, ''));
    case 'ar':
      return content('arweave', rest);
    case 'https':
      return parseHost(uri);
    case 'http':
      return nowhere('The contract names an address that is not encrypted (http), which is not asked.');
    default:
      return nowhere('The contract states a location that is none of data, ipfs, ar and https.');
  }
}

function content(at: 'ipfs' | 'arweave', path: string): TokenUri {
  const isSound = CONTENT.test(path) && !path.split('/').some((part) => /^(?:\.|%2e){1,2}$/i.test(part));
  return isSound ? { at, path } : nowhere('The contract names a content id that cannot be read.');
}

function parseHost(uri: string, mayBePrivate = false): TokenUri {
  if (!URL.canParse(uri)) return nowhere('The contract names an address that cannot be read.');
  const { hostname, username, password, href } = new URL(uri);
  if (username !== '' || password !== '') return nowhere('The contract names an address with a password in it.');
  if (!mayBePrivate && isPrivate(hostname))
    return nowhere('The contract names a machine of the reader’s own network, which is not asked.');
  return { at: 'host', url: href };
}

/** Hosts that a page on the internet has no business with: this machine, private networks, names without a dot, addresses of IPv6. */
function isPrivate(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '');
  if (name.startsWith('[') || !name.includes('.')) return true;
  if (/\.(local|localhost|internal|lan|home|arpa)$/.test(name)) return true;
  const parts = /^(\d+)\.(\d+)\.\d+\.\d+$/.exec(name);
  if (parts === null) return false;
  const [first, second] = [Number(parts[1]), Number(parts[2])];
  return (
    [0, 10, 127].includes(first) ||
    first >= 224 ||
    (first === 100 && second >= 64 && second < 128) ||
    (first === 169 && second === 254) ||
    (first === 172 && second >= 16 && second < 32) ||
    (first === 192 && second === 168)
  );
}

/** RFC 2397. Many contracts leave `#`, `%` and letters beyond ASCII as they are; such text is taken as it stands. */
function parseDataUri(uri: string): TokenUri {
  const comma = uri.indexOf(',');
  if (comma < 0) return nowhere('The contract names data that cannot be read.');
  const head = uri.slice('data:'.length, comma);
  const body = uri.slice(comma + 1);
  const [type = '', ...parameters] = head.split(';').map((part) => part.trim().toLowerCase());
  const bytes = parameters.includes('base64') ? fromBase64(body) : new TextEncoder().encode(decoded(body));
  return bytes === undefined
    ? nowhere('The contract names data that cannot be read.')
    : { at: 'inline', type: type === '' ? 'text/plain' : type, bytes };
}

function fromBase64(text: string): Uint8Array | undefined {
  try {
    const units = atob(decoded(text).replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(units, (unit) => unit.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function nowhere(reason: string): TokenUri {
  return { at: 'nowhere', reason };
}

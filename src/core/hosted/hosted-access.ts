/**
 * Where a hosted API is and what is asked of it besides the chain: as the deployment's configuration names it, or as the
 * reader does for one network, which counts before that.
 */
import type { NetworkId } from '../chain/primitives';
import { DEFAULT_TOKEN_HEADER } from './token-header';

/** Answers whose path the interface leaves to the host: asked only where the configuration names the path. */
export const HOSTED_PATHS = ['permissions', 'search', 'usage', 'actionSafety'] as const;
export type HostedPath = (typeof HOSTED_PATHS)[number];

export type HostedConfig = {
  /** The host; `/api/v1` follows. */
  url: string;
  /** Name that the reader knows it by. */
  name: string;
  /** Header of an answer with a new token. */
  tokenHeader: string;
  paths: Readonly<Partial<Record<HostedPath, string>>>;
};

/** The reader's entries for one network: '' is for nothing. */
export type OwnHosted = {
  url: string;
  /** `owner:slug` of the project there whose contracts may be seen. */
  project: string;
  /** Name of a virtual network there. */
  vnet: string;
};

/** `isOwn`: the reader named it, which is the consent to ask it. */
export type HostedAccess = HostedConfig & { isOwn: boolean; project?: string; vnet?: string };

/** The token of a host (its URL), which the page keeps in a cookie; with `fresh` that one is kept and comes back. */
export type TokenKeeper = (host: string, fresh?: string) => Promise<string | undefined>;

/** Returns the host that is asked about a network; undefined where there is none. `own` is by chain id. */
export function hostedAccess(
  config: HostedConfig | undefined,
  own: Readonly<Record<string, OwnHosted>>,
  networkId: NetworkId,
): HostedAccess | undefined {
  const entered = own[String(networkId)];
  const more = {
    ...(entered?.project ? { project: entered.project } : {}),
    ...(entered?.vnet ? { vnet: entered.vnet } : {}),
  };
  if (!entered?.url) return config && { ...config, ...more, isOwn: false };
  if (entered.url === config?.url) return { ...config, ...more, isOwn: true };
  // The place of a server alone: a user name or a path may hold a key.
  const [, host = 'Hosted API'] = /^https?:\/\/(?:[^/?#@]*@)?([^/?#]+)/i.exec(entered.url) ?? [];
  return { url: entered.url, name: host, tokenHeader: DEFAULT_TOKEN_HEADER, paths: {}, ...more, isOwn: true };
}

/** Returns whether a text is a token as a header takes one (RFC 6750 §2.1), of at most 4,000 characters. */
export function isBearerToken(text: string): boolean {
  return text.length <= 4_000 && /^[\w\-.~+/]+=*$/.test(text);
}

/** Returns the parts of the paths that a project has, of `owner:slug`; undefined where it is none. */
export function hostedProject(text: string | undefined): { owner: string; slug: string } | undefined {
  const [, owner, slug] = /^([\w-]{1,60}):([\w-]{1,60})$/.exec(text ?? '') ?? [];
  return owner === undefined || slug === undefined ? undefined : { owner, slug };
}

/** What is said of an item, its picture and the logo of a token, from where contracts and token lists say that they are. */

import type { Address, NetworkId } from '../../core/chain/primitives';
import type { TokenStandard } from '../../core/chain/token-standard';
import { harmlessText } from '../../core/text/harmless';
import { parseNftMetadata, pictureTypeOf } from '../../core/tokens/nft-metadata';
import { callData, decodeLongText, TOKEN_CALLS } from '../../core/tokens/token-calls';
import { parseTokenUri, withTokenId } from '../../core/tokens/token-uri';
import type { Failure } from '../../core/values/failure';
import { parseJson } from '../../core/values/json-fields';
import { ok, type Result } from '../../core/values/result';
import { readPreference } from '../../db/reader/preferences';
import { callContract } from '../../net/account-reader';
import { askProviders } from '../../net/providers/ask-providers';
import { type FileKind, fileHosts, placeOf } from '../../net/providers/nft-hosts';
import type { Rpc } from '../../net/rpc/rpc';
import type { Chains } from '../chain/chains';
import type { ItemMetadata, Missing, Picture } from './tokens.api';

/** Bytes of a JSON file, of a picture, and of a picture that is drawn from text. */
const MAX_METADATA = 1_000_000;
const MAX_PICTURE = 10_000_000;
const MAX_DRAWING = 2_000_000;
/** Bytes of a logo: a list shows dozens at once. */
const MAX_LOGO = 300_000;

export type Item = { token: Address; standard: TokenStandard; tokenId: bigint };

type File = { state: 'here'; bytes: Uint8Array; from: string | undefined } | Missing;

export async function loadMetadata(
  chains: Chains,
  rpc: Rpc,
  { token, standard, tokenId }: Item,
  signal: AbortSignal,
): Promise<Result<ItemMetadata, Failure>> {
  const call = standard === 'ERC-1155' ? TOKEN_CALLS.uri : TOKEN_CALLS.tokenUri;
  const answer = await callContract(rpc, { to: token, data: callData(call, tokenId) }, 'latest', { signal });
  if (!answer.ok) return answer;
  const uri = answer.value.reverted ? undefined : decodeLongText(answer.value.data);
  if (uri === undefined) return ok(missing('The contract states no location for it.'));
  const file = await loadFile(
    chains,
    standard === 'ERC-1155' ? withTokenId(uri, tokenId) : uri,
    { kind: 'nft', maxBytes: MAX_METADATA, isLocal: rpc.isLocal },
    signal,
  );
  if (!file.ok || file.value.state !== 'here') return file as Result<Missing, Failure>;
  const metadata = parseNftMetadata(parseJson(new TextDecoder().decode(file.value.bytes)));
  if (metadata === undefined) return ok(missing('The file that the contract names is not metadata.'));
  return ok({ state: 'here', metadata, from: file.value.from });
}

/** `networkId` is that of the item; absent for what is of no chain. */
export async function loadPicture(
  chains: Chains,
  uri: string,
  kind: FileKind,
  networkId: NetworkId | undefined,
  signal: AbortSignal,
): Promise<Result<Picture, Failure>> {
  const isLocal = networkId !== undefined && (await chains.rpc(networkId)).isLocal;
  const maxBytes = kind === 'nft' ? MAX_PICTURE : MAX_LOGO;
  const file = await loadFile(chains, uri, { kind, maxBytes, isLocal }, signal);
  if (!file.ok) return file;
  if (file.value.state !== 'here') return ok(file.value);
  const { bytes, from } = file.value;
  const type = pictureTypeOf(bytes);
  if (type === undefined) return ok(missing('The file is not a picture.'));
  if (type === 'image/svg+xml' && bytes.byteLength > MAX_DRAWING) return ok(missing('It is too large to be shown.'));
  return ok({ state: 'here', type, bytes, from });
}

async function loadFile(
  chains: Chains,
  text: string,
  { kind, maxBytes, isLocal }: { kind: FileKind; maxBytes: number; isLocal: boolean },
  signal: AbortSignal,
): Promise<Result<File, Failure>> {
  const uri = parseTokenUri(text, isLocal);
  if (uri.at === 'nowhere') return ok(missing(uri.reason));
  if (uri.at === 'inline') {
    return ok(
      uri.bytes.byteLength > maxBytes
        ? missing('It is too large to be shown.')
        : { state: 'here', bytes: uri.bytes, from: undefined },
    );
  }
  const [{ thirdParties }, consent] = await Promise.all([chains.config(), readPreference('providers')]);
  const provider = fileHosts(thirdParties, kind);
  const host = harmlessText(new URL(placeOf(uri, thirdParties)).host, 100);
  if (!provider.allowed(consent)) return ok({ state: 'off', host });
  const page = await askProviders([provider], { uri, maxBytes }, { consent, signal });
  if (!page.ok) return page;
  const [bytes] = page.value.rows;
  return ok(bytes === undefined ? missing(`${host} does not have it.`) : { state: 'here', bytes, from: host });
}

function missing(reason: string): Missing {
  return { state: 'missing', reason };
}

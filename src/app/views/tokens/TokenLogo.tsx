/** The picture that a token list names for a token. */

import type { Address } from '../../../core/chain/primitives';
import { RecentMap } from '../../../core/values/recent-map';
import type { Workers } from '../../../workers/client';
import type { Picture } from '../../../workers/tokens/tokens.api';
import { Identicon } from '../../ui/identity/Identicon';
import { useLoaded } from '../../use-loaded';
import { usePictureUrl } from '../../use-picture-url';
import { usePreference } from '../../use-preference';
import { newJobId } from '../../use-question';
import { useSeen } from '../../use-seen';
import { ofVisit } from '../../visit';
import { useWiring } from '../../wiring';

type Here = Extract<Picture, { state: 'here' }>;

/** Logos of this visit, by their URI: a list shows one in many rows. */
const logos = ofVisit(() => new RecentMap<string, Promise<Here | undefined>>(100));

/**
 * Shows the logo, asked for once it comes into sight and only where the reader allowed it; the pattern of the
 * address until then, and where there is no logo.
 */
export function TokenLogo({ address, logo, size }: { address: Address; logo: string | undefined; size: number }) {
  const [consent] = usePreference('providers');
  const { tokens } = useWiring().workers;
  const { seen, place } = useSeen();
  const isAsked = seen && logo !== undefined && consent?.tokenLogos === true;
  const picture = useLoaded(isAsked ? logo : undefined, () => loadLogo(tokens, logo ?? ''));
  const url = usePictureUrl(isAsked ? picture : undefined);
  return (
    <span ref={place} className="inline-flex shrink-0 self-center" style={{ width: size, height: size }}>
      {url === undefined ? (
        <Identicon address={address} size={size} />
      ) : (
        <img src={url} alt="" width={size} height={size} className="rounded-full object-contain" />
      )}
    </span>
  );
}

function loadLogo(tokens: Workers['tokens'], uri: string): Promise<Here | undefined> {
  const known = logos().use(uri);
  if (known !== undefined) return known;
  const loading = tokens
    .loadPicture(newJobId(), uri, 'tokenLogos')
    .then((answer) => (answer.ok && answer.value.state === 'here' ? answer.value : undefined));
  // Lost with the worker that was asked, which the next question starts again.
  loading.catch(() => logos().delete(uri));
  logos().set(uri, loading);
  return loading;
}

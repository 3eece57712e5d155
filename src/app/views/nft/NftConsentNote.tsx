/**
 * Asks once above items whether hosts may be asked that contracts name. What stands below it waits until the choice is
 * read, so that the note moves nothing.
 */
import { Button } from '../../ui/Button';
import { Callout } from '../../ui/Callout';
import type { NftConsent } from './use-nft';

export function NftConsentNote({ consent: { isAllowed, allow } }: { consent: NftConsent }) {
  if (isAllowed !== false) return null;
  return (
    <Callout
      tone="accent"
      actions={
        <Button size="s" onClick={allow}>
          Allow
        </Button>
      }
    >
      Loupe shows the metadata that contracts store themselves. It loads names and pictures from other hosts only if you
      allow it: gateways and the hosts that contracts name then learn which NFTs you look at, and your IP address.
    </Callout>
  );
}

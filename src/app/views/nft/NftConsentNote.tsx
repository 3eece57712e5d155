/** Asks once above a grid whether hosts may be asked that contracts name. */
import { Button } from '../../ui/Button';
import { Callout } from '../../ui/Callout';
import { useNftConsent } from './use-nft';

export function NftConsentNote() {
  const { isAllowed, allow } = useNftConsent();
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
      What contracts hold themselves is shown. Names and pictures at other hosts are asked for once you allow it:
      gateways and hosts that contracts name then learn which NFTs you look at, and your IP address.
    </Callout>
  );
}

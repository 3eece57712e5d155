/** What a token list says of the token of this page, where that is more than the contract says, or something else. */
import { Link } from '@tanstack/react-router';
import { harmlessText } from '../../../core/text/harmless';
import { symbolDoubt } from '../../../core/text/look-alike';
import { hasOtherDecimals, imitatedToken, type KeptListedToken } from '../../../core/tokens/listed-names';
import type { TokenSummary } from '../../../core/tokens/token-summary';
import { useNetwork } from '../../network-context';
import { Callout } from '../../ui/Callout';
import { useNamesakes } from './use-listed-tokens';

const NAME = 60;

export function ListedNote({ token, listed }: { token: TokenSummary; listed: KeptListedToken | undefined }) {
  const { segment } = useNetwork();
  const namesakes = useNamesakes(token.networkId, token.symbol);
  const imitated = imitatedToken(token, namesakes);
  const doubt = symbolDoubt(token.symbol ?? '') ?? symbolDoubt(token.name ?? '', 'name');
  return (
    <div role="status" className="flex flex-col gap-2 empty:hidden">
      {doubt !== undefined && <Callout tone="failure">{doubt}</Callout>}
      {imitated !== undefined && (
        <Callout tone="failure">
          The token list <ListName name={imitated.list} /> has a token with this name and symbol at{' '}
          <Link
            to="/{-$network}/contract/$address"
            params={{ network: segment, address: imitated.address }}
            search={{ view: 'market' }}
            className="mono break-all underline"
          >
            {imitated.address}
          </Link>
          . This is another contract: anybody can give a token this name.
        </Callout>
      )}
      {listed !== undefined && hasOtherDecimals(token, listed) && (
        <Callout>
          The contract says that the token has {token.decimals} decimals, the token list <ListName name={listed.list} />{' '}
          says {listed.decimals}. Amounts are shown as the contract says.
        </Callout>
      )}
    </div>
  );
}

/** Shows the name that a list gives itself, as where words come from. */
export function ListName({ name }: { name: string }) {
  return <bdi>“{harmlessText(name, NAME)}”</bdi>;
}

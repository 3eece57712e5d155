/** What holders are to have of tokens, and spenders to be allowed of them, instead of what the chain says. */
import { useState } from 'react';
import { emptyToken, type TokenDraft } from '../../../core/simulation/draft';
import type { Problems } from '../../../core/simulation/read-draft';
import { Button } from '../../ui/Button';
import { draftFields } from '../../ui/form/draft-fields';
import { AddressField, type AddressSuggestion } from '../../ui/identity/AddressField';
import { Panel } from '../../ui/Panel';
import { TextField } from '../../ui/TextField';

type Props = {
  title: string;
  tokens: readonly TokenDraft[];
  /** Prefix of the keys of these fields in `problems`, with a dot at its end. */
  path: string;
  problems: Problems;
  suggestions: readonly AddressSuggestion[];
  onTokens: (tokens: TokenDraft[]) => void;
};

export function TokenFields({ title, tokens, path, problems, suggestions, onTokens }: Props) {
  const [order, setOrder] = useState(0);
  return (
    <Panel
      title={title}
      aside={tokens.length === 0 ? 'none' : undefined}
      actions={
        <Button size="s" onClick={() => onTokens([...tokens, emptyToken()])}>
          Set a token amount
        </Button>
      }
    >
      {tokens.length > 0 && (
        <p className="px-3 pt-2 text-muted text-s">
          Loupe runs the token to find the slot of the amount, sets it, and checks that the token then returns the
          amount.
        </p>
      )}
      {tokens.map((token, at) => {
        const name = `Token amount ${at + 1}`;
        const change = (part: Partial<TokenDraft>) =>
          onTokens(tokens.map((each, i) => (i === at ? { ...each, ...part } : each)));
        const field = draftFields<keyof TokenDraft>(token, change, problems, `${path}${at}.`);
        return (
          <fieldset
            // biome-ignore lint/suspicious/noArrayIndexKey: amounts have no identity but their place; `order` tells other places
            key={`${order} ${at}`}
            className="grid items-start gap-2 border-line border-b p-3 last:border-0 sm:grid-cols-2"
          >
            <legend className="sr-only">{name}</legend>
            <AddressField required label="Token" {...field('token')} suggestions={suggestions} />
            <AddressField required label="Holder" {...field('holder')} suggestions={suggestions} />
            <TextField
              mono
              required
              label="Amount"
              help="In the smallest unit, or 1.5 tokens, or max"
              {...field('amount')}
            />
            <AddressField
              label="Spender"
              help="For an allowance; nobody for a balance"
              {...field('spender')}
              suggestions={suggestions}
            />
            <div>
              <Button
                size="s"
                aria-label={`Remove ${name}`}
                onClick={() => {
                  setOrder(order + 1);
                  onTokens(tokens.filter((_, i) => i !== at));
                }}
              >
                Remove
              </Button>
            </div>
          </fieldset>
        );
      })}
    </Panel>
  );
}

import { useEffect, useEffectEvent, useState } from 'react';
import type { Name } from '../../../core/chain/name';
import type { Address } from '../../../core/chain/primitives';
import { harmlessText } from '../../../core/text/harmless';
import { CopyButton } from '../CopyButton';
import { Identicon } from '../identity/Identicon';
import type { AccountKind } from '../identity/links';
import { ORIGIN_TEXT } from '../identity/NameView';
import { PopoverLayer, type PopoverLayerProps } from './PopoverLayer';

/** UTF-16 units of a name. */
const LIMIT = 200;

/** Shows a card with all of an address: its pattern, its name and where that is from, and how it is spelled, as `spelled` answers. */
export function AddressCard({
  address,
  name,
  kind,
  spelled,
  ...layer
}: Omit<PopoverLayerProps, 'label' | 'role' | 'children'> & {
  address: Address;
  name: Name | undefined;
  kind: AccountKind | undefined;
  spelled: () => Promise<string>;
}) {
  const [text, setText] = useState<string>(address);
  const spell = useEffectEvent(spelled);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is spelled anew
  useEffect(() => {
    let current = true;
    void spell().then((spelling) => current && setText(spelling));
    return () => {
      current = false;
    };
  }, [address]);
  return (
    <PopoverLayer label="Address" role="tooltip" side="bottom" className="p-3" {...layer}>
      <div className="flex items-start gap-3">
        <Identicon address={address} size={32} />
        <div className="min-w-0">
          {name && <bdi className="block font-semibold text-m">{harmlessText(name.text, LIMIT)}</bdi>}
          <div className="flex items-center gap-1">
            <span className="mono break-all">{text}</span>
            <CopyButton text={text} what="address" />
          </div>
          <p className="text-muted text-s">
            {kind === 'contract' ? 'Contract' : kind === 'wallet' ? 'Wallet' : 'Address'}
            {name && ` · name from ${ORIGIN_TEXT[name.origin]}`}
          </p>
        </div>
      </div>
    </PopoverLayer>
  );
}

/** The fields that only rollups have, among the general information. */
import type { NativeCurrency } from '../../../core/chain/network';
import { type RollupValue, readRollupField } from '../../../core/chain/rollup-fields';
import type { RollupFields } from '../../../core/chain/transaction';
import { GWEI } from '../../../core/chain/units';
import { formatUnits } from '../../../core/format/amounts';
import { formatInteger } from '../../../core/format/counts';
import { formatUtc } from '../../../core/format/times';
import { harmlessText } from '../../../core/text/harmless';
import { CopyButton } from '../../ui/CopyButton';
import { AddressView } from '../../ui/identity/AddressView';
import type { Names } from '../../use-names';
import { FieldRow as Row } from './FieldRow';

/** UTF-16 units of a text that are drawn. */
const LONGEST = 200;

type Props = { fields: RollupFields; currency: NativeCurrency; names: Names };

export function RollupRows({ fields, currency, names }: Props) {
  return Object.entries(fields).map(([name, text]) => {
    const { label, value } = readRollupField(name, text);
    return (
      <Row key={name} label={<span title={harmlessText(name, 40)}>{harmlessText(label, 40)}</span>}>
        <RollupFieldValue value={value} raw={text} what={label} currency={currency} names={names} />
      </Row>
    );
  });
}

type ValueProps = { value: RollupValue; raw: string; what: string; currency: NativeCurrency; names: Names };

export function RollupFieldValue({ value, raw, what, currency, names }: ValueProps) {
  switch (value.kind) {
    case 'count':
      return formatInteger(value.number);
    case 'seconds':
      return formatUtc(value.seconds * 1000);
    case 'amount':
      return `${formatUnits(value.number, currency.decimals)} ${currency.symbol}`;
    case 'price':
      return `${formatUnits(value.number, GWEI.decimals)} Gwei`;
    case 'tokenPrice':
      return formatUnits(value.number, 18);
    case 'address':
      return <AddressView address={value.address} name={names[value.address]} />;
    case 'flag':
      return value.yes ? 'Yes' : 'No';
    case 'hash':
    case 'text':
      return (
        <>
          <span className="mono break-all">{harmlessText(raw, LONGEST)}</span> <CopyButton text={raw} what={what} />
        </>
      );
  }
}

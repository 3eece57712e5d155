/** What a contract was built from beside its sources: arguments of the constructor, and libraries. */
import { harmlessText } from '../../../core/text/harmless';
import type { Construction, ContractSource } from '../../../workers/contracts/contracts.api';
import { Field, FieldList } from '../../ui/Facts';
import { AddressView } from '../../ui/identity/AddressView';
import { DecodedList } from '../trace/DecodedList';

/** Shows nothing for a contract without libraries whose constructor takes nothing, or is not known to take anything. */
export function ConstructionFields({
  libraries,
  construction,
}: Pick<ContractSource, 'libraries'> & { construction: Construction | undefined }) {
  const values = construction?.arguments ?? [];
  if (libraries.length === 0 && values.length === 0) return null;
  return (
    <div className="overflow-hidden rounded-l border border-line bg-panel">
      <FieldList label="Construction">
        {values.length > 0 && (
          <Field label="Constructor arguments">
            <DecodedList values={values} />
          </Field>
        )}
        {libraries.map(({ name, address }) => (
          <Field
            key={name}
            label={`Library ${harmlessText(name.split(':').at(-1) ?? name, 100)}`}
            hint={harmlessText(name, 300)}
          >
            <AddressView address={address} />
          </Field>
        ))}
      </FieldList>
    </div>
  );
}

import { SourcePanel, type SourceSearch } from './SourcePanel';

/** Shows the source code tab of a contract; `search` names the open file and line. */
export function ContractSources({ search }: { search: SourceSearch }) {
  return <SourcePanel search={search} />;
}

import type { Trace } from '../trace/rows';
import type { TraceFilter, TraceNames } from './search-rows';

/**
 * Returns the filters of a search that have data to look at now, in the order in which the reader sees them. `hasSources`
 * says whether rows of the sources are searched, too.
 */
export function availableFilters(trace: Trace, names: TraceNames, hasSources: boolean): TraceFilter[] {
  const filters: TraceFilter[] = ['all', 'opcode', 'from', 'to'];
  if (trace.selectors.length > 0) filters.push('function');
  if (hasSources) filters.push('file');
  if (trace.addresses.some((_, index) => names.address(index) !== undefined)) filters.push('contract');
  if (trace.rows.error.some((error) => error >= 0)) filters.push('reverts');
  return filters;
}

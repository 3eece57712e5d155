/** The foreign chain under a chain id that nobody knows. */
import 'fake-indexeddb/auto';
import { checkForeignChain } from '../../helpers/foreign/check-chain';

checkForeignChain(424_242, 'each kind');

import { expose } from 'comlink';
import type { CompilerApi } from './compiler.api';
import { createCompilerEngine } from './compiler-engine';

expose({ compiler: createCompilerEngine() satisfies CompilerApi });

import type { Plugin } from 'rolldown';

export declare function bundledScripts(): Plugin;

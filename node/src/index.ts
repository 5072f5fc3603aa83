// The server's public exports.
export { ConfigError, readConfig } from './common/config.ts'
export type { Config } from './common/config.ts'
export { startNode } from './startNode.ts'
export type { RunningNode, StartOptions } from './startNode.ts'

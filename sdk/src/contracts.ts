// The ledger's contracts by name: what `contractCall` and `readContract` take.
export * from '@connex/contracts'

// What needs the ledger's code: the browser fetches it with the first proposal.
export { computeProposal, findProposalChanges, proposalChangeText } from '@connex/sdk'

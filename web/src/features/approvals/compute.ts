// What needs the ledger's code: the browser fetches it with the first proposal.
export { computeProposal, findProposalChanges, findProposalTests, proposalChangeText } from '@connex/sdk'

// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { BatchTerms, Call, SelectorConfig, Signature } from "../types/TenantAccess.sol";

/// @title A tenant's controller for one dApp: its users call the dApp through it.
/// @notice Checks in this order: neither tenant nor user is blacklisted; the user is active and holds the privilege
/// of each function, everywhere or on this controller's dApp; enough distinct users who pass the same checks have
/// signed. Then the tenant makes the calls, all or none.
///
/// EIP-712: domain (name "ConneX", version "1", chainId, verifyingContract = this controller), message
/// `Batch(Call[] calls,uint256 nonce,uint256 deadline,address sender)` with `Call(address target,bytes data)`. The
/// sender counts as one signature and does not sign. The co-signatures come in ascending order of their signers'
/// addresses. Nonces are the tenant's, random and unordered: batches that wait for signatures do not block each other.
/// A nonce is used up by its batch, only where there are co-signers, or by `cancelNonce`.
interface IDappController {
    event WorkflowConfigUpdated(
        bytes4 indexed functionSelector, bytes32 indexed privilege, uint8 signaturesRequired
    );
    /// @notice A user alone had the tenant make these calls. No nonce is used up.
    event CallsDelegated(address indexed user, bytes4[] functionSelectors);
    /// @notice A user and co-signers had the tenant make the batch with this digest. Its nonce is used up.
    /// @param sender The user whom the batch names; 0 for any.
    event BatchDelegated(
        address indexed user,
        bytes32 indexed digest,
        uint256 indexed nonce,
        address sender,
        address[] cosigners,
        bytes4[] functionSelectors
    );
    /// @notice No batch with this nonce will be executed.
    event NonceCancelled(address indexed user, uint256 indexed nonce);

    error BatchEmpty();
    error BatchExpired(uint256 deadline);
    /// @notice The batch names another user as its sender.
    error BatchSenderRequired(address sender);
    error CallTargetForbidden(address target);
    error CallSelectorMissing(address target);
    error CallSelectorNotConfigured(bytes4 functionSelector);
    error UserNotActive(address user);
    error UserNotPrivileged(address user, bytes32 privilege);
    error SignatureInvalid(uint256 index);
    error SignaturesNotAscending(address signer);
    error SignerIsSender(address signer);
    error SignaturesTooFew(uint256 required, uint256 provided);
    error ControllerTenantRequired(address caller);
    error WorkflowSignaturesInvalid(bytes4 functionSelector);

    /// @notice Works once; the factory calls it in the transaction that creates the controller.
    function init(SelectorConfig[] calldata config) external;

    /// @notice Makes the tenant call this controller's dApp. The strictest of the functions sets the number of
    /// distinct users who must sign; a sender with the by-pass privilege needs no co-signer.
    /// @param terms As the co-signers signed them. Deadline and sender count without co-signers, too; the nonce does not.
    /// @return results What each call returned.
    function delegateBatchWithMultisig(
        Call[] calldata calls,
        Signature[] calldata signatures,
        BatchTerms calldata terms
    ) external returns (bytes[] memory results);

    /// @notice Uses up a nonce, so that its batch is never executed: makes a rejection final, and withdraws every
    /// signature over the batch. Whoever may propose a batch may cancel one: any user who holds the privilege of a
    /// function of this controller and knows the nonce. One user is enough: nothing moves by it.
    /// @param functionSelector The function; of the batch's own any.
    function cancelNonce(uint256 nonce, bytes4 functionSelector) external;

    /// @notice The tenant itself only, through its platform controller.
    function updateConfig(SelectorConfig[] calldata config) external;

    /// @return privilege 0 if the function is closed to users.
    function workflowConfig(bytes4 functionSelector)
        external
        view
        returns (bytes32 privilege, uint8 signaturesRequired);

    /// @return Whether the user is in good standing, active, and holds the function's privilege.
    function checkUserPrivilege(address user, bytes4 functionSelector) external view returns (bool);

    /// @return Whether users may call the target: the dApp and its privilege manager (a token has none); with a
    /// delivery manager's controller also its leg managers; with the platform controller also the tenant, its
    /// factory, its other controllers, and the privilege managers of all tenants, one of which it may recover. No
    /// other controller reaches these, and none reaches another dApp, whatever a dApp claims as its own.
    function isTargetAllowed(address target) external view returns (bool);

    /// @return The EIP-712 digest that co-signers sign.
    function hashBatch(Call[] calldata calls, BatchTerms calldata terms) external view returns (bytes32);

    /// @notice ERC-5267.
    function eip712Domain()
        external
        view
        returns (
            bytes1 fields,
            string memory name,
            string memory version,
            uint256 chainId,
            address verifyingContract,
            bytes32 salt,
            uint256[] memory extensions
        );

    /// @notice The tenant whose users call through the controller.
    function tenant() external view returns (address);
    /// @notice The controller's dApp.
    function dapp() external view returns (address);
    /// @notice The type of that dApp, in ASCII.
    function dappType() external view returns (bytes32);
    /// @notice Version of the code.
    function getVersion() external pure returns (uint256);
}

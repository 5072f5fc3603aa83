// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { Call, SelectorConfig, Signature } from "../types/TenantAccess.sol";

/// @title The door through which a tenant's users reach one dApp.
/// @notice Checked in this order: neither tenant nor user is blacklisted; the user is active and holds the privilege
/// that each function asks for, everywhere or on this controller's dApp; enough distinct users of the same standing
/// have signed; then the tenant makes the calls, all or none.
///
/// EIP-712: domain (name "ConneX", version "1", chainId, verifyingContract = this controller), message
/// `Batch(Call[] calls,uint256 nonce,uint256 deadline)` with `Call(address target,bytes data)`, where nonce is the
/// tenant's. The sender counts as one signature and does not sign. The co-signatures come in ascending order of their
/// signers' addresses. The nonce is consumed only where there are co-signers.
interface IDappController {
    event WorkflowConfigUpdated(
        bytes4 indexed functionSelector, bytes32 indexed privilege, uint8 signaturesRequired
    );
    /// @param nonce The tenant's nonce that was consumed; 0 where there were no co-signers.
    event BatchDelegated(address indexed user, address[] cosigners, uint256 nonce, uint256 numCalls);

    error BatchEmpty();
    error BatchExpired(uint256 deadline);
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

    /// @notice Works once; the factory calls it in the transaction that makes the controller.
    function init(SelectorConfig[] calldata config) external;

    /// @notice Lets the tenant make calls to this controller's dApp. As many distinct users as the strictest of the
    /// functions asks for must take part; a sender who holds the by-pass privilege needs no co-signer.
    /// @param deadline Unix time in seconds after which the batch is refused; checked with and without co-signers.
    /// @return results What each call returned.
    function delegateBatchWithMultisig(
        Call[] calldata calls,
        Signature[] calldata signatures,
        uint256 deadline
    ) external returns (bytes[] memory results);

    /// @notice The tenant itself only, that is, by its platform controller.
    function updateConfig(SelectorConfig[] calldata config) external;

    /// @return privilege 0 where the function is not open to users.
    function workflowConfig(bytes4 functionSelector)
        external
        view
        returns (bytes32 privilege, uint8 signaturesRequired);

    /// @return Whether the user is in good standing, active, and holds what the function asks for.
    function checkUserPrivilege(address user, bytes4 functionSelector) external view returns (bool);

    /// @return Whether a user's call may go there: to the dApp and its privilege manager (a token has none); by the
    /// controller of a delivery manager also to the managers of its leg types; by the platform controller also to the
    /// tenant, its factory, its other controllers, and the privilege managers of this tenant and of those for whom it
    /// may be the recoverer. What the platform controller reaches beside its dApp no other one does, and none reaches
    /// another dApp, whatever a dApp names as its own.
    function isTargetAllowed(address target) external view returns (bool);

    /// @return The EIP-712 digest that co-signers sign.
    function hashBatch(Call[] calldata calls, uint256 nonce, uint256 deadline) external view returns (bytes32);

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

    /// @notice Whose users come through the controller.
    function tenant() external view returns (address);
    /// @notice The dApp that the controller opens.
    function dapp() external view returns (address);
    /// @notice The type of that dApp, in ASCII.
    function dappType() external view returns (bytes32);
    /// @notice Version of the code.
    function getVersion() external pure returns (uint256);
}

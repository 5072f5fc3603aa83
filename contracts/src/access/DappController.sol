// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { Initializable } from "@openzeppelin/contracts/proxy/utils/Initializable.sol";
import { ECDSA } from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import { IDapp } from "../interfaces/IDapp.sol";
import { IDappController } from "../interfaces/IDappController.sol";
import { IPlatformManager } from "../interfaces/IPlatformManager.sol";
import { IPrivilegeManager } from "../interfaces/IPrivilegeManager.sol";
import { ITenant } from "../interfaces/ITenant.sol";
import { Call } from "../types/Call.sol";
import { DappType } from "../types/DappType.sol";
import { SelectorConfig } from "../types/SelectorConfig.sol";
import { Signature } from "../types/Signature.sol";
import { BatchHash } from "./BatchHash.sol";
import { Privileges } from "./Privileges.sol";

contract DappController is IDappController, Initializable {
    struct Workflow {
        bytes32 privilege;
        uint8 signaturesRequired;
    }

    /// @inheritdoc IDappController
    address public tenant;
    /// @inheritdoc IDappController
    address public dapp;
    /// @inheritdoc IDappController
    bytes32 public dappType;
    IPlatformManager private platform;
    IPrivilegeManager private users;
    mapping(bytes4 functionSelector => Workflow) private workflows;

    constructor() {
        _disableInitializers();
    }

    /// @inheritdoc IDappController
    function init(address tenant_, address dapp_, bytes32 dappType_, SelectorConfig[] calldata config)
        external
        initializer
    {
        tenant = tenant_;
        dapp = dapp_;
        dappType = dappType_;
        platform = IPlatformManager(ITenant(tenant_).platform());
        users = IPrivilegeManager(ITenant(tenant_).privilegeManager());
        _configure(config);
    }

    /// @inheritdoc IDappController
    function delegateBatchWithMultisig(
        Call[] calldata calls,
        Signature[] calldata signatures,
        uint256 deadline
    ) external returns (bytes[] memory results) {
        platform.requireInGoodStanding(tenant, msg.sender);
        (bytes32[] memory privileges, uint256 required) = _asked(calls);
        _requireEntitled(msg.sender, privileges);
        if (block.timestamp > deadline) revert BatchExpired(deadline);
        if (signatures.length + 1 < required && !_bypasses(msg.sender)) {
            revert SignaturesTooFew(required, signatures.length + 1);
        }
        uint256 nonce;
        address[] memory cosigners = new address[](signatures.length);
        if (signatures.length > 0) {
            nonce = ITenant(tenant).useNonce();
            bytes32 digest = hashBatch(calls, nonce, deadline);
            for (uint256 i; i < signatures.length; ++i) {
                cosigners[i] = _cosigner(digest, signatures[i], i, i == 0 ? address(0) : cosigners[i - 1]);
                _requireEntitled(cosigners[i], privileges);
            }
        }
        emit BatchDelegated(msg.sender, cosigners, nonce, calls.length);
        return ITenant(tenant).execute(calls);
    }

    /// @inheritdoc IDappController
    function updateConfig(SelectorConfig[] calldata config) external {
        if (msg.sender != tenant) revert ControllerTenantRequired(msg.sender);
        _configure(config);
    }

    /// @inheritdoc IDappController
    function workflowConfig(bytes4 functionSelector) external view returns (bytes32, uint8) {
        Workflow storage workflow = workflows[functionSelector];
        return (workflow.privilege, workflow.signaturesRequired);
    }

    /// @inheritdoc IDappController
    function checkUserPrivilege(address user, bytes4 functionSelector) external view returns (bool) {
        bytes32 privilege = workflows[functionSelector].privilege;
        return privilege != 0 && platform.isTenant(tenant) && !platform.isBlacklisted(tenant)
            && !platform.isBlacklisted(user) && _isActive(user) && users.checkGranted(user, privilege, dapp);
    }

    /// @inheritdoc IDappController
    function isTargetAllowed(address target) public view returns (bool) {
        if (target == dapp || target == IDapp(dapp).privilegeManager()) return true;
        if (dappType != DappType.PLATFORM) return false;
        return target == tenant || target == address(users) || target == ITenant(tenant).factory()
            || ITenant(tenant).isController(target);
    }

    /// @inheritdoc IDappController
    function hashBatch(Call[] calldata calls, uint256 nonce, uint256 deadline) public view returns (bytes32) {
        return BatchHash.digest(calls, nonce, deadline);
    }

    /// @inheritdoc IDappController
    function eip712Domain()
        external
        view
        returns (bytes1, string memory, string memory, uint256, address, bytes32, uint256[] memory)
    {
        // 0x0f: name, version, chain id and verifying contract, no salt.
        return (hex"0f", BatchHash.NAME, BatchHash.VERSION, block.chainid, address(this), 0, new uint256[](0));
    }

    /// @inheritdoc IDappController
    function getVersion() external pure returns (uint256) {
        return 1;
    }

    /// @dev What the calls ask for together: every privilege, and the most signatures.
    function _asked(Call[] calldata calls)
        private
        view
        returns (bytes32[] memory privileges, uint256 required)
    {
        if (calls.length == 0) revert BatchEmpty();
        privileges = new bytes32[](calls.length);
        for (uint256 i; i < calls.length; ++i) {
            Call calldata call = calls[i];
            if (!isTargetAllowed(call.target)) revert CallTargetForbidden(call.target);
            if (call.data.length < 4) revert CallSelectorMissing(call.target);
            bytes4 functionSelector = bytes4(call.data);
            Workflow storage workflow = workflows[functionSelector];
            privileges[i] = workflow.privilege;
            if (privileges[i] == 0) revert CallSelectorNotConfigured(functionSelector);
            if (workflow.signaturesRequired > required) required = workflow.signaturesRequired;
        }
    }

    function _requireEntitled(address user, bytes32[] memory privileges) private view {
        if (!_isActive(user)) revert UserNotActive(user);
        for (uint256 i; i < privileges.length; ++i) {
            if (i > 0 && privileges[i] == privileges[i - 1]) continue;
            if (!users.checkGranted(user, privileges[i], dapp)) {
                revert UserNotPrivileged(user, privileges[i]);
            }
        }
    }

    function _isActive(address user) private view returns (bool) {
        return users.checkGranted(user, Privileges.USER_DAPP_USER, address(0));
    }

    function _bypasses(address user) private view returns (bool) {
        return users.checkGranted(user, Privileges.USER_BYPASS_MULTI_SIGNATURE, dapp);
    }

    function _cosigner(bytes32 digest, Signature calldata signature, uint256 index, address previous)
        private
        view
        returns (address signer)
    {
        ECDSA.RecoverError failure;
        (signer, failure,) = ECDSA.tryRecover(digest, signature.v, signature.r, signature.s);
        if (failure != ECDSA.RecoverError.NoError) revert SignatureInvalid(index);
        if (signer <= previous) revert SignaturesNotAscending(signer);
        if (signer == msg.sender) revert SignerIsSender(signer);
        platform.requireInGoodStanding(tenant, signer);
    }

    function _configure(SelectorConfig[] calldata config) private {
        for (uint256 i; i < config.length; ++i) {
            SelectorConfig calldata entry = config[i];
            if ((entry.privilege == 0) != (entry.signaturesRequired == 0)) {
                revert WorkflowSignaturesInvalid(entry.functionSelector);
            }
            workflows[entry.functionSelector] = Workflow(entry.privilege, entry.signaturesRequired);
            emit WorkflowConfigUpdated(entry.functionSelector, entry.privilege, entry.signaturesRequired);
        }
    }
}

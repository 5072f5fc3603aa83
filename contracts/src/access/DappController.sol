// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { Clones } from "@openzeppelin/contracts/proxy/Clones.sol";
import { Initializable } from "@openzeppelin/contracts/proxy/utils/Initializable.sol";
import { ECDSA } from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import { IDapp } from "../interfaces/IDapp.sol";
import { IDappController } from "../interfaces/IDappController.sol";
import { IDeliveryManager } from "../interfaces/IDeliveryManager.sol";
import { IPlatformManager } from "../interfaces/IPlatformManager.sol";
import { IPrivilegeManager } from "../interfaces/IPrivilegeManager.sol";
import { ITenant } from "../interfaces/ITenant.sol";
import { Call } from "../types/Call.sol";
import { DappType } from "../types/DappType.sol";
import { SelectorConfig } from "../types/SelectorConfig.sol";
import { Signature } from "../types/Signature.sol";
import { BatchHash } from "./BatchHash.sol";
import { Eip712 } from "./Eip712.sol";
import { Privileges } from "./Privileges.sol";

/// @dev A clone. What it stands between is part of its code, which is cheaper to read than storage.
contract DappController is IDappController, Initializable {
    /// @dev As the factory encodes it.
    struct Door {
        ITenant tenant;
        address dapp;
        bytes32 dappType;
        IPlatformManager platform;
        IPrivilegeManager users;
    }

    mapping(bytes4 functionSelector => bytes32) private privilegeFor;
    /// @dev Signatures beside the sender's. Most functions ask for none: a new controller writes one slot for each.
    mapping(bytes4 functionSelector => uint8) private cosignersFor;

    constructor() {
        _disableInitializers();
    }

    /// @inheritdoc IDappController
    function init(SelectorConfig[] calldata config) external initializer {
        _configure(config);
    }

    /// @inheritdoc IDappController
    function delegateBatchWithMultisig(
        Call[] calldata calls,
        Signature[] calldata signatures,
        uint256 deadline
    ) external returns (bytes[] memory results) {
        Door memory door = _door();
        door.platform.requireInGoodStanding(address(door.tenant), msg.sender);
        (IPrivilegeManager.Need[] memory needs, uint256 required) = _asked(door, calls);
        _requireEntitled(door, msg.sender, needs);
        if (block.timestamp > deadline) revert BatchExpired(deadline);
        if (signatures.length + 1 < required && !_bypasses(door, msg.sender)) {
            revert SignaturesTooFew(required, signatures.length + 1);
        }
        uint256 nonce;
        address[] memory cosigners = new address[](signatures.length);
        if (signatures.length > 0) {
            nonce = door.tenant.useNonce();
            _recover(hashBatch(calls, nonce, deadline), signatures, cosigners);
            door.platform.requireAllInGoodStanding(address(door.tenant), cosigners);
            for (uint256 i; i < cosigners.length; ++i) {
                _requireEntitled(door, cosigners[i], needs);
            }
        }
        emit BatchDelegated(msg.sender, cosigners, nonce, calls.length);
        return door.tenant.execute(calls);
    }

    /// @inheritdoc IDappController
    function updateConfig(SelectorConfig[] calldata config) external {
        if (msg.sender != tenant()) revert ControllerTenantRequired(msg.sender);
        _configure(config);
    }

    /// @inheritdoc IDappController
    function workflowConfig(bytes4 functionSelector) external view returns (bytes32, uint8) {
        bytes32 privilege = privilegeFor[functionSelector];
        return (privilege, privilege == 0 ? 0 : cosignersFor[functionSelector] + 1);
    }

    /// @inheritdoc IDappController
    function checkUserPrivilege(address user, bytes4 functionSelector) external view returns (bool) {
        Door memory door = _door();
        bytes32 privilege = privilegeFor[functionSelector];
        return privilege != 0 && door.platform.isTenant(address(door.tenant))
            && !door.platform.isBlacklisted(address(door.tenant)) && !door.platform.isBlacklisted(user)
            && door.users.firstMissing(user, _needs(door, privilege)) == 0;
    }

    /// @inheritdoc IDappController
    function isTargetAllowed(address target) external view returns (bool) {
        return _isTargetAllowed(_door(), target);
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
        return Eip712.domain();
    }

    /// @inheritdoc IDappController
    function tenant() public view returns (address) {
        return address(_door().tenant);
    }

    /// @inheritdoc IDappController
    function dapp() external view returns (address) {
        return _door().dapp;
    }

    /// @inheritdoc IDappController
    function dappType() external view returns (bytes32) {
        return _door().dappType;
    }

    /// @inheritdoc IDappController
    function getVersion() external pure returns (uint256) {
        return 1;
    }

    function _door() private view returns (Door memory) {
        return abi.decode(Clones.fetchCloneArgs(address(this)), (Door));
    }

    /// @dev What the calls ask for together: that the user is active, every privilege, and the most signatures.
    function _asked(Door memory door, Call[] calldata calls)
        private
        view
        returns (IPrivilegeManager.Need[] memory needs, uint256 required)
    {
        if (calls.length == 0) revert BatchEmpty();
        needs = new IPrivilegeManager.Need[](calls.length + 1);
        needs[0] = IPrivilegeManager.Need(Privileges.USER_DAPP_USER, address(0));
        uint256 count = 1;
        for (uint256 i; i < calls.length; ++i) {
            bytes4 functionSelector = _selectorOf(door, calls[i]);
            bytes32 privilege = privilegeFor[functionSelector];
            if (privilege == 0) revert CallSelectorNotConfigured(functionSelector);
            uint256 signatures = uint256(cosignersFor[functionSelector]) + 1;
            if (signatures > required) required = signatures;
            if (privilege == needs[count - 1].privilege && count > 1) continue;
            needs[count++] = IPrivilegeManager.Need(privilege, door.dapp);
        }
        // solhint-disable-next-line no-inline-assembly
        assembly ("memory-safe") {
            mstore(needs, count)
        }
    }

    function _selectorOf(Door memory door, Call calldata call) private view returns (bytes4) {
        if (!_isTargetAllowed(door, call.target)) revert CallTargetForbidden(call.target);
        if (call.data.length < 4) revert CallSelectorMissing(call.target);
        return bytes4(call.data);
    }

    function _isTargetAllowed(Door memory door, address target) private view returns (bool) {
        if (target == door.dapp) return true;
        // A token is a plain contract: it knows of no privileges.
        if (door.dappType == DappType.TOKEN) return false;
        bool isDapps = _isDapps(door, target);
        if (door.dappType == DappType.PLATFORM) return isDapps || _isGovernance(door, target);
        // A dApp says itself what is its own. Were that the tenant's privilege manager or another dApp, who may grant or
        // act at the one could do so there.
        return isDapps && !_isGovernance(door, target) && door.platform.dappTypeOf(target) == 0;
    }

    /// @dev Its privilege manager; of a delivery manager also the managers of its leg types.
    function _isDapps(Door memory door, address target) private view returns (bool) {
        if (target == IDapp(door.dapp).privilegeManager()) return true;
        return door.dappType == DappType.DELIVERY && IDeliveryManager(door.dapp).isLegManager(target);
    }

    /// @dev What the platform controller alone reaches.
    function _isGovernance(Door memory door, address target) private view returns (bool) {
        return target == address(door.tenant) || target == address(door.users)
            || target == door.tenant.factory() || door.tenant.isController(target)
            || target == door.platform.privilegeManager()
            || door.platform.tenantByPrivilegeManager(target) != address(0);
    }

    function _requireEntitled(Door memory door, address user, IPrivilegeManager.Need[] memory needs)
        private
        view
    {
        bytes32 missing = door.users.firstMissing(user, needs);
        if (missing == Privileges.USER_DAPP_USER) revert UserNotActive(user);
        if (missing != 0) revert UserNotPrivileged(user, missing);
    }

    function _needs(Door memory door, bytes32 privilege)
        private
        pure
        returns (IPrivilegeManager.Need[] memory needs)
    {
        needs = new IPrivilegeManager.Need[](2);
        needs[0] = IPrivilegeManager.Need(Privileges.USER_DAPP_USER, address(0));
        needs[1] = IPrivilegeManager.Need(privilege, door.dapp);
    }

    function _bypasses(Door memory door, address user) private view returns (bool) {
        return door.users.checkGranted(user, Privileges.USER_BYPASS_MULTI_SIGNATURE, door.dapp);
    }

    /// @dev Fills in who signed: distinct users in ascending order, none of them the sender.
    function _recover(bytes32 digest, Signature[] calldata signatures, address[] memory cosigners)
        private
        view
    {
        address previous;
        for (uint256 i; i < signatures.length; ++i) {
            Signature calldata signature = signatures[i];
            (address signer, ECDSA.RecoverError failure,) =
                ECDSA.tryRecover(digest, signature.v, signature.r, signature.s);
            if (failure != ECDSA.RecoverError.NoError) revert SignatureInvalid(i);
            if (signer <= previous) revert SignaturesNotAscending(signer);
            if (signer == msg.sender) revert SignerIsSender(signer);
            cosigners[i] = previous = signer;
        }
    }

    function _configure(SelectorConfig[] calldata config) private {
        for (uint256 i; i < config.length; ++i) {
            SelectorConfig calldata entry = config[i];
            if ((entry.privilege == 0) != (entry.signaturesRequired == 0)) {
                revert WorkflowSignaturesInvalid(entry.functionSelector);
            }
            uint8 cosigners = entry.privilege == 0 ? 0 : entry.signaturesRequired - 1;
            privilegeFor[entry.functionSelector] = entry.privilege;
            cosignersFor[entry.functionSelector] = cosigners;
            emit WorkflowConfigUpdated(entry.functionSelector, entry.privilege, entry.signaturesRequired);
        }
    }
}

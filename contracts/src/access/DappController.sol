// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Clones } from "@openzeppelin/contracts/proxy/Clones.sol";
import { Initializable } from "@openzeppelin/contracts/proxy/utils/Initializable.sol";
import { ECDSA } from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import { IDapp } from "../interfaces/IDapp.sol";
import { IDappController } from "../interfaces/IDappController.sol";
import { IDeliveryManager } from "../interfaces/delivery/IDeliveryManager.sol";
import { IPlatformManager } from "../interfaces/IPlatformManager.sol";
import { IPrivilegeManager } from "../interfaces/IPrivilegeManager.sol";
import { IStandings } from "../interfaces/IStandings.sol";
import { ITenant } from "../interfaces/ITenant.sol";
import { DappType } from "../types/Dapp.sol";
import { BatchTerms, Call, SelectorConfig, Signature } from "../types/TenantAccess.sol";
import { BatchHash, Eip712 } from "./Eip712.sol";
import { Privileges } from "./Privileges.sol";

/// @dev A clone. Its arguments are part of its code, which is cheaper to read than storage.
contract DappController is IDappController, Initializable {
    /// @dev As the factory encodes them.
    struct CloneArgs {
        ITenant tenant;
        address dapp;
        bytes32 dappType;
        IPlatformManager platform;
        IPrivilegeManager users;
        IStandings standings;
    }

    /// @dev Signatures beside the sender's.
    struct Cosigned {
        bytes32 privilege;
        uint8 cosigners;
    }

    /// @dev The privileges of functions that one user calls alone: most of them, and one slot for each.
    mapping(bytes4 functionSelector => bytes32) private privilegeAlone;
    /// @dev Of the other functions.
    mapping(bytes4 functionSelector => Cosigned) private cosigned;

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
        BatchTerms calldata terms
    ) external returns (bytes[] memory results) {
        CloneArgs memory args = _args();
        args.standings.requireInGoodStanding(address(args.tenant), msg.sender);
        (IPrivilegeManager.Need[] memory needs, uint256 required) = _requirements(args, calls);
        _requireEntitled(args, msg.sender, needs);
        _requireTerms(terms);
        if (signatures.length + 1 < required && !_bypasses(args, msg.sender)) {
            revert SignaturesTooFew(required, signatures.length + 1);
        }
        if (signatures.length == 0) emit CallsDelegated(msg.sender, _selectorsOf(calls));
        else _useSignatures(args, calls, signatures, terms, needs);
        return args.tenant.execute(calls);
    }

    /// @inheritdoc IDappController
    function cancelNonce(uint256 nonce, bytes4 functionSelector) external {
        CloneArgs memory args = _args();
        args.standings.requireInGoodStanding(address(args.tenant), msg.sender);
        (bytes32 privilege,) = _configOf(functionSelector);
        if (privilege == 0) revert CallSelectorNotConfigured(functionSelector);
        _requireEntitled(args, msg.sender, _userNeeds(args, privilege));
        args.tenant.useNonce(nonce);
        emit NonceCancelled(msg.sender, nonce);
    }

    /// @inheritdoc IDappController
    function updateConfig(SelectorConfig[] calldata config) external {
        if (msg.sender != tenant()) revert ControllerTenantRequired(msg.sender);
        _configure(config);
    }

    /// @inheritdoc IDappController
    function workflowConfig(bytes4 functionSelector) external view returns (bytes32, uint8) {
        return _configOf(functionSelector);
    }

    /// @inheritdoc IDappController
    function checkUserPrivilege(address user, bytes4 functionSelector) external view returns (bool) {
        CloneArgs memory args = _args();
        (bytes32 privilege,) = _configOf(functionSelector);
        return privilege != 0 && args.standings.isTenant(address(args.tenant))
            && !args.standings.isBlacklisted(address(args.tenant)) && !args.standings.isBlacklisted(user)
            && args.users.firstMissing(user, _userNeeds(args, privilege)) == 0;
    }

    /// @inheritdoc IDappController
    function isTargetAllowed(address target) external view returns (bool) {
        return _isTargetAllowed(_args(), target);
    }

    /// @inheritdoc IDappController
    function hashBatch(Call[] calldata calls, BatchTerms calldata terms) public view returns (bytes32) {
        return BatchHash.digest(calls, terms);
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
        return address(_args().tenant);
    }

    /// @inheritdoc IDappController
    function dapp() external view returns (address) {
        return _args().dapp;
    }

    /// @inheritdoc IDappController
    function dappType() external view returns (bytes32) {
        return _args().dappType;
    }

    /// @inheritdoc IDappController
    function getVersion() external pure returns (uint256) {
        return 1;
    }

    function _args() private view returns (CloneArgs memory) {
        return abi.decode(Clones.fetchCloneArgs(address(this)), (CloneArgs));
    }

    /// @dev The requirements of all the calls: an active user, every privilege, and the highest number of signatures.
    function _requirements(CloneArgs memory args, Call[] calldata calls)
        private
        view
        returns (IPrivilegeManager.Need[] memory needs, uint256 required)
    {
        if (calls.length == 0) revert BatchEmpty();
        needs = new IPrivilegeManager.Need[](calls.length + 1);
        needs[0] = IPrivilegeManager.Need(Privileges.USER_DAPP_USER, address(0));
        uint256 count = 1;
        for (uint256 i; i < calls.length; ++i) {
            bytes4 functionSelector = _selectorOf(args, calls[i]);
            (bytes32 privilege, uint8 signatures) = _configOf(functionSelector);
            if (privilege == 0) revert CallSelectorNotConfigured(functionSelector);
            if (signatures > required) required = signatures;
            if (privilege == needs[count - 1].privilege && count > 1) continue;
            needs[count++] = IPrivilegeManager.Need(privilege, args.dapp);
        }
        // solhint-disable-next-line no-inline-assembly
        assembly ("memory-safe") {
            mstore(needs, count)
        }
    }

    /// @return privilege 0 where the function is not configured.
    /// @return signatures With the sender's.
    function _configOf(bytes4 functionSelector) private view returns (bytes32 privilege, uint8 signatures) {
        privilege = privilegeAlone[functionSelector];
        if (privilege != 0) return (privilege, 1);
        Cosigned storage config = cosigned[functionSelector];
        privilege = config.privilege;
        signatures = privilege == 0 ? 0 : config.cosigners + 1;
    }

    function _selectorOf(CloneArgs memory args, Call calldata call) private view returns (bytes4) {
        if (!_isTargetAllowed(args, call.target)) revert CallTargetForbidden(call.target);
        if (call.data.length < 4) revert CallSelectorMissing(call.target);
        return bytes4(call.data);
    }

    /// @dev Of calls that `_selectorOf` has admitted.
    function _selectorsOf(Call[] calldata calls) private pure returns (bytes4[] memory selectors) {
        selectors = new bytes4[](calls.length);
        for (uint256 i; i < calls.length; ++i) {
            selectors[i] = bytes4(calls[i].data);
        }
    }

    function _isTargetAllowed(CloneArgs memory args, address target) private view returns (bool) {
        if (target == args.dapp) return true;
        // A token is a plain contract without a privilege manager.
        if (args.dappType == DappType.TOKEN) return false;
        bool isDapps = _isDapps(args, target);
        if (args.dappType == DappType.PLATFORM) return isDapps || _isGovernance(args, target);
        // A dApp itself says which contracts belong to it. If it named the tenant's privilege manager or another
        // dApp, its users could grant or act there.
        return isDapps && !_isGovernance(args, target) && args.standings.dappTypeOf(target) == 0;
    }

    /// @dev The dApp's privilege manager, and the leg managers of a delivery manager.
    function _isDapps(CloneArgs memory args, address target) private view returns (bool) {
        if (target == IDapp(args.dapp).privilegeManager()) return true;
        return args.dappType == DappType.DELIVERY && IDeliveryManager(args.dapp).isLegManager(target);
    }

    /// @dev Targets of the platform controller only.
    function _isGovernance(CloneArgs memory args, address target) private view returns (bool) {
        return target == address(args.tenant) || target == address(args.users)
            || target == args.tenant.factory() || args.tenant.isController(target)
            || target == args.platform.privilegeManager()
            || args.platform.tenantByPrivilegeManager(target) != address(0);
    }

    function _requireEntitled(CloneArgs memory args, address user, IPrivilegeManager.Need[] memory needs)
        private
        view
    {
        bytes32 missing = args.users.firstMissing(user, needs);
        if (missing == Privileges.USER_DAPP_USER) revert UserNotActive(user);
        if (missing != 0) revert UserNotPrivileged(user, missing);
    }

    function _userNeeds(CloneArgs memory args, bytes32 privilege)
        private
        pure
        returns (IPrivilegeManager.Need[] memory needs)
    {
        needs = new IPrivilegeManager.Need[](2);
        needs[0] = IPrivilegeManager.Need(Privileges.USER_DAPP_USER, address(0));
        needs[1] = IPrivilegeManager.Need(privilege, args.dapp);
    }

    function _bypasses(CloneArgs memory args, address user) private view returns (bool) {
        return args.users.checkGranted(user, Privileges.USER_BYPASS_MULTI_SIGNATURE, args.dapp);
    }

    function _requireTerms(BatchTerms calldata terms) private view {
        if (block.timestamp > terms.deadline) revert BatchExpired(terms.deadline);
        if (terms.sender != address(0) && terms.sender != msg.sender) {
            revert BatchSenderRequired(terms.sender);
        }
    }

    /// @dev Uses up the nonce, and requires of each co-signer what was required of the sender.
    function _useSignatures(
        CloneArgs memory args,
        Call[] calldata calls,
        Signature[] calldata signatures,
        BatchTerms calldata terms,
        IPrivilegeManager.Need[] memory needs
    ) private {
        args.tenant.useNonce(terms.nonce);
        bytes32 digest = hashBatch(calls, terms);
        address[] memory cosigners = _recover(digest, signatures);
        args.standings.requireAllInGoodStanding(address(args.tenant), cosigners);
        for (uint256 i; i < cosigners.length; ++i) {
            _requireEntitled(args, cosigners[i], needs);
        }
        emit BatchDelegated(msg.sender, digest, terms.nonce, terms.sender, cosigners, _selectorsOf(calls));
    }

    /// @return cosigners Distinct users in ascending order, without the sender.
    function _recover(bytes32 digest, Signature[] calldata signatures)
        private
        view
        returns (address[] memory cosigners)
    {
        cosigners = new address[](signatures.length);
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
            bool isAlone = entry.signaturesRequired == 1;
            delete cosigned[entry.functionSelector];
            privilegeAlone[entry.functionSelector] = isAlone ? entry.privilege : bytes32(0);
            if (entry.signaturesRequired > 1) {
                cosigned[entry.functionSelector] = Cosigned(entry.privilege, entry.signaturesRequired - 1);
            }
            emit WorkflowConfigUpdated(entry.functionSelector, entry.privilege, entry.signaturesRequired);
        }
    }
}

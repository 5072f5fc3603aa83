// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Initializable } from "@openzeppelin/contracts/proxy/utils/Initializable.sol";
import { IDappController } from "../interfaces/IDappController.sol";
import { ITenant } from "../interfaces/ITenant.sol";
import { DappType } from "../types/Dapp.sol";
import { Call, TenantData } from "../types/TenantAccess.sol";

contract Tenant is ITenant, Initializable {
    /// @inheritdoc ITenant
    string public name;
    /// @inheritdoc ITenant
    string public apiUrl;
    /// @inheritdoc ITenant
    string public lei;
    /// @inheritdoc ITenant
    bytes32 public registrationReference;
    /// @inheritdoc ITenant
    address public confirmer;
    /// @inheritdoc ITenant
    address public privilegeManager;
    /// @inheritdoc ITenant
    address public platform;
    /// @inheritdoc ITenant
    address public factory;
    uint96 private numPlatformControllers;
    /// @inheritdoc ITenant
    mapping(address account => bool) public isController;
    /// @inheritdoc ITenant
    mapping(uint256 word => uint256) public nonce;

    modifier onlyController() {
        if (!isController[msg.sender]) revert TenantControllerRequired(msg.sender);
        _;
    }

    modifier onlySelf() {
        if (msg.sender != address(this)) revert TenantSelfRequired(msg.sender);
        _;
    }

    constructor() {
        _disableInitializers();
    }

    /// @inheritdoc ITenant
    function init(TenantData calldata data, address platform_, address privilegeManager_)
        external
        initializer
    {
        name = data.name;
        apiUrl = data.apiUrl;
        lei = data.lei;
        registrationReference = data.registrationReference;
        confirmer = data.confirmer;
        platform = platform_;
        privilegeManager = privilegeManager_;
        factory = msg.sender;
    }

    /// @inheritdoc ITenant
    function execute(Call[] calldata calls) external onlyController returns (bytes[] memory results) {
        results = new bytes[](calls.length);
        for (uint256 i; i < calls.length; ++i) {
            results[i] = _call(calls[i].target, calls[i].data);
        }
    }

    /// @inheritdoc ITenant
    function useNonce(uint256 nonce_) external onlyController {
        if (isNonceUsed(nonce_)) revert TenantNonceUsed(nonce_);
        nonce[nonce_ >> 8] |= _bit(nonce_);
    }

    /// @inheritdoc ITenant
    function registerController(address controller, address dapp, bytes32 dappType) external {
        if (msg.sender != factory) revert TenantFactoryRequired(msg.sender);
        isController[controller] = true;
        if (dappType == DappType.PLATFORM) ++numPlatformControllers;
        emit TenantControllerRegistered(controller, dapp, dappType);
    }

    /// @inheritdoc ITenant
    function unregisterController(address controller) external onlySelf {
        if (!isController[controller]) revert TenantControllerUnknown(controller);
        if (IDappController(controller).dappType() == DappType.PLATFORM) {
            if (numPlatformControllers == 1) revert TenantControllerNeeded(controller);
            --numPlatformControllers;
        }
        delete isController[controller];
        emit TenantControllerUnregistered(controller);
    }

    /// @inheritdoc ITenant
    function setString(bytes32 key, string calldata value) external onlySelf {
        if (key == "api") apiUrl = value;
        else if (key == "lei") lei = value;
        else revert TenantStringKeyUnknown(key);
        emit TenantStringChanged(key, value);
    }

    /// @inheritdoc ITenant
    function setName(string calldata name_) external {
        if (msg.sender != platform) revert TenantPlatformRequired(msg.sender);
        name = name_;
        emit TenantStringChanged("name", name_);
    }

    /// @inheritdoc ITenant
    function setConfirmer(address confirmer_) external onlySelf {
        confirmer = confirmer_;
        emit TenantConfirmerChanged(confirmer_);
    }

    /// @inheritdoc ITenant
    function isNonceUsed(uint256 nonce_) public view returns (bool) {
        return nonce[nonce_ >> 8] & _bit(nonce_) != 0;
    }

    /// @inheritdoc ITenant
    function getVersion() external pure virtual returns (uint256) {
        return 1;
    }

    function _bit(uint256 nonce_) private pure returns (uint256) {
        return 1 << (nonce_ & 0xff);
    }

    function _call(address target, bytes calldata data) private returns (bytes memory) {
        // A call to an address without code would succeed silently.
        if (target.code.length == 0) revert TenantCallTargetEmpty(target);
        // solhint-disable-next-line avoid-low-level-calls
        (bool done, bytes memory result) = target.call(data);
        if (done) return result;
        if (result.length == 0) revert TenantCallFailed(target);
        // solhint-disable-next-line no-inline-assembly
        assembly ("memory-safe") {
            revert(add(result, 32), mload(result))
        }
    }
}
